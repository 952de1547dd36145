using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>Drives a blocking probe: one thread per client, from its first operation to its last. What an operation left is verified after
/// its end was timed.</summary>
internal sealed class BlockingClientLoop(IBlockingProbe probe, LoadContext context) : IClientLoop
{
    private readonly IPhasedProbe? _phased = probe as IPhasedProbe;

    public ClientRecorder CreateRecorder() =>
        _phased is null ? ClientRecorder.ForOperations() : ClientRecorder.ForPhases(_phased.Phases.Count);

    public Task RunAsync(IReadOnlyList<ClientPhase> phases) =>
        ClientThread.RunAsync(phases, Perform, context, probe.ProcessorsPerClient, probe.EndClient);

    private void Perform(ClientPhase phase, Operation operation)
    {
        OperationResult result = default;
        Exception? failure = null;
        try
        {
            result = _phased is null ? probe.Execute(operation, phase.Token) : PerformPhases(_phased, phase, operation);
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

    private static OperationResult PerformPhases(IPhasedProbe probe, ClientPhase phase, Operation operation)
    {
        OperationResult result = default;
        for (var index = 0; index < probe.Phases.Count; index++)
        {
            result = probe.Execute(index, operation, phase.Token);
            phase.EndPhaseOfOperation(index);
        }

        return result;
    }
}
