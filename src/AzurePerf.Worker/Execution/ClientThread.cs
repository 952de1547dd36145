namespace AzurePerf.Worker.Execution;

/// <summary>A thread that belongs to one client alone, seen as a task.</summary>
internal static class ClientThread
{
    public static Task RunAsync(int client, Action loop)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() => Run(loop, ended)) { IsBackground = true, Name = FormattableString.Invariant($"client {client}") };
        thread.Start();
        return ended.Task;
    }

    private static void Run(Action loop, TaskCompletionSource ended)
    {
        try
        {
            loop();
            ended.SetResult();
        }
        catch (Exception exception)
        {
            ended.SetException(exception);
        }
    }
}
