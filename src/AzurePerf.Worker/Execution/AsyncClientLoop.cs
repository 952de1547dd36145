using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>Drives an asynchronous probe on the thread pool.</summary>
internal sealed class AsyncClientLoop(IProbe probe, LoadContext context) : IClientLoop
{
    public ClientRecorder CreateRecorder() => ClientRecorder.ForOperations();

    public async Task RunAsync(IReadOnlyList<ClientPhase> phases)
    {
        try
        {
            await Task.Run(() => LoopAsync(phases));
        }
        finally
        {
            // The client may have ended on a thread that receives answers. What follows, such as the summary, takes long.
            await Task.Yield();
        }
    }

    // Warm-up and measurement are one method and every await of an operation is in it: its state machine is then on the heap before the
    // measurement begins, and an operation that completes later costs no memory. An inner async method would cost an object each time.
    private async Task LoopAsync(IReadOnlyList<ClientPhase> phases)
    {
        for (var index = 0; index < phases.Count; index++)
        {
            var phase = phases[index];
            await phase.ArriveAsync();
            do
            {
                while (phase.TryBegin(out var operation))
                {
                    OperationResult result = default;
                    Exception? failure = null;
                    try
                    {
                        result = await probe.ExecuteAsync(operation, phase.Token);
                    }
                    catch (Exception exception)
                    {
                        failure = exception;
                    }

                    phase.End(result, failure);
                    if (failure is null)
                    {
                        phase.BeginFollowUp();
                        try
                        {
                            await probe.FollowUpAsync(operation, phase.Token);
                        }
                        catch (Exception exception)
                        {
                            failure = exception;
                        }

                        phase.EndFollowUp(failure);
                    }

                    if (phase.Pause > TimeSpan.Zero)
                    {
                        await FailurePacing.WaitAsync(phase.Pause, context.Time, context.Stop);
                        phase.EndPause();
                    }
                }
            }
            while (await phase.ArrivalAsync());
        }
    }
}
