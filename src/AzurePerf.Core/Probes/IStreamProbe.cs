namespace AzurePerf.Core.Probes;

/// <summary>Moves a stream of bytes block by block, on a thread of its own client that the runner owns. The runner times and bins what it reports.</summary>
public interface IStreamProbe : IProbeSetup
{
    /// <summary>Moves the next block and returns its bytes; 0 says that the stream has ended. Throws when it fails.</summary>
    int MoveBlock(Operation operation, CancellationToken cancellationToken);
}
