using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>Drives a blocking probe: one thread per client, from its first operation to its last. What an operation left is verified after its end was timed.</summary>
internal sealed class BlockingClientLoop(IBlockingProbe probe, LoadContext context) : IClientLoop
{
    public ClientRecorder CreateRecorder() => ClientRecorder.ForOperations();

    public Task RunAsync(IReadOnlyList<ClientPhase> phases) => ClientThread.RunAsync(phases, Perform, context, probe.ProcessorsPerClient, probe.EndClient);

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

        var end = phase.Now();
        if (failure is not null)
        {
            phase.End(result, failure, end);
            return;
        }

        try
        {
            probe.Verify(operation);
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        phase.End(result, failure, end);
        phase.EndVerification();
    }
}
