using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>Drives a blocking probe: one thread per client, from its first operation to its last.</summary>
internal sealed class BlockingClientLoop(IBlockingProbe probe, LoadContext context) : IClientLoop
{
    public ClientRecorder CreateRecorder() => ClientRecorder.ForOperations();

    public Task RunAsync(IReadOnlyList<ClientPhase> phases) => ClientThread.RunAsync(phases[0].Client, () => Loop(phases));

    private void Loop(IReadOnlyList<ClientPhase> phases)
    {
        foreach (var phase in phases)
        {
            phase.ArriveAsync().AsTask().GetAwaiter().GetResult();
            while (phase.TryBegin(out var operation))
            {
                Perform(phase, operation);
                if (phase.Pause > TimeSpan.Zero)
                {
                    FailurePacing.WaitAsync(phase.Pause, context.Time, context.Stop).GetAwaiter().GetResult();
                }
            }
        }
    }

    private void Perform(ClientPhase phase, Operation operation)
    {
        OperationResult result = default;
        Exception? failure = null;
        try
        {
            result = probe.Execute(operation, phase.Token);
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        phase.End(result, failure);
    }
}
