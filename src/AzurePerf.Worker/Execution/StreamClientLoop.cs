using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>Drives a probe of streams: one thread per client; an operation is one stream, moved block by block until it or the client's
/// share ends.</summary>
internal sealed class StreamClientLoop(IStreamProbe probe, LoadContext context) : IClientLoop
{
    public ClientRecorder CreateRecorder() => ClientRecorder.ForStreams();

    public Task RunAsync(IReadOnlyList<ClientPhase> phases) => ClientThread.RunAsync(phases, Perform, context);

    private void Perform(ClientPhase phase, Operation operation)
    {
        Exception? failure = null;
        try
        {
            MoveBlocks(phase, operation);
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        phase.EndStream(probe.PlannedWireRequests, failure);
        if (!phase.HasEnded || phase.IsWarmUp)
        {
            MakeReady(phase, operation);
        }
    }

    private void MakeReady(ClientPhase phase, Operation operation)
    {
        if (probe.Rest > TimeSpan.Zero)
        {
            FailurePacing.WaitAsync(probe.Rest, context.Time, context.Stop).GetAwaiter().GetResult();
            phase.EndRest();
        }

        probe.Prepare(operation, phase.Token);
        phase.EndVerification();
    }

    private void MoveBlocks(ClientPhase phase, Operation operation)
    {
        var bytes = probe.MoveBlock(operation, phase.Token);
        if (bytes == 0)
        {
            // As a success it would be repeated at once and without end wherever only bytes end the load.
            throw new EndOfStreamException("The stream ended before its first block.");
        }

        while (bytes > 0)
        {
            if (!phase.BlockMoved(bytes))
            {
                probe.End(operation, phase.Token);
                return;
            }

            phase.Token.ThrowIfCancellationRequested();
            bytes = probe.MoveBlock(operation, phase.Token);
        }
    }
}
