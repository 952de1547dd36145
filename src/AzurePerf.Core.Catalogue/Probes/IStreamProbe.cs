using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Probes;

/// <summary>Moves a stream of bytes block by block, on a thread of its own client that the runner owns. The runner times and bins what it
/// reports.</summary>
public interface IStreamProbe : IProbeSetup
{
    /// <summary>How long nothing is moved before each stream; no part of any time.</summary>
    TimeSpan Rest => TimeSpan.Zero;

    /// <summary>Bytes over time as the far end received them, read after the last stream; null where the blocks that this end moved tell it
    /// as well.</summary>
    ByteBins? ReceivedByPeer => null;

    /// <summary>Moves the next block and returns its bytes; 0 says that the stream has ended. Throws when it fails.</summary>
    int MoveBlock(Operation operation, CancellationToken cancellationToken);

    /// <summary>Ends a stream of which no more is to be moved although it has not ended; a part of its time. Throws when that
    /// fails.</summary>
    void End(Operation operation, CancellationToken cancellationToken)
    {
    }

    /// <summary>Makes ready for the next stream. It is in no latency and, as a follow-up, in the rates of a client that goes on: the others
    /// have the target meanwhile. What it cannot make, the next block does or fails to.</summary>
    void Prepare(Operation operation, CancellationToken cancellationToken)
    {
    }
}
