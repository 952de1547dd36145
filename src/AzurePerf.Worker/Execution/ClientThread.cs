using AzurePerf.Core.Probes;
using AzurePerf.Probes.Processors;

namespace AzurePerf.Worker.Execution;

/// <summary>A thread that belongs to one client alone, from its first operation to its last, seen as a task.</summary>
internal static class ClientThread
{
    /// <summary>Goes through the phases of one client.</summary>
    /// <param name="phases">Of the same client, in order.</param>
    /// <param name="perform">Performs one operation and ends it in its phase.</param>
    /// <param name="context">What ends and paces it.</param>
    /// <param name="processors">Processors that the thread is pinned to; 0 for none.</param>
    /// <param name="end">Called with the client's number after its last operation.</param>
    public static Task RunAsync(
        IReadOnlyList<ClientPhase> phases, Action<ClientPhase, Operation> perform, LoadContext context, int processors = 0,
        Action<int>? end = null)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() => Run(
            () =>
            {
                ProcessorPinning.PinThread(phases[0].Client, processors);
                Loop(phases, perform, context);
                end?.Invoke(phases[0].Client);
            },
            ended))
        {
            IsBackground = true,
            Name = FormattableString.Invariant($"client {phases[0].Client}"),
        };
        thread.Start();
        return ended.Task;
    }

    private static void Loop(IReadOnlyList<ClientPhase> phases, Action<ClientPhase, Operation> perform, LoadContext context)
    {
        foreach (var phase in phases)
        {
            phase.ArriveAsync().AsTask().GetAwaiter().GetResult();
            while (phase.TryBegin(out var operation))
            {
                perform(phase, operation);
                if (phase.Pause > TimeSpan.Zero)
                {
                    FailurePacing.WaitAsync(phase.Pause, context.Time, context.Stop).GetAwaiter().GetResult();
                    phase.EndPause();
                }
            }
        }
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
