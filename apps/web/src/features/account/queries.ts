import { setNotifications } from '@plinth/contract/profile'
import { useMutation } from '@tanstack/react-query'
import { answer, queryClient } from '../../lib/query.ts'
import { refreshUser, type User, userQuery } from '../../lib/user.ts'
import { toast } from '../../ui/toast.ts'

const show = (notifications: boolean) =>
  queryClient.setQueryData<User>(userQuery.queryKey, user => user && { ...user, notifications })

/** The switch moves at once, and back again when the server refuses. One after the other, so that the last click wins. */
export const useSetNotifications = () =>
  useMutation({
    scope: { id: 'notifications' },
    mutationFn: (notifications: boolean) => answer(setNotifications, { notifications }),
    onMutate: async notifications => {
      await queryClient.cancelQueries({ queryKey: userQuery.queryKey })
      show(notifications)
    },
    onError: (error, notifications) => {
      show(!notifications)
      toast.error('Something went wrong!', { description: error.msg })
      void refreshUser()
    },
  })
