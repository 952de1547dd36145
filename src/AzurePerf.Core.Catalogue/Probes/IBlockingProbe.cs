using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Probes;

/// <summary>Performs one operation by blocking calls, on a thread of its own client that the runner owns: for loops where a wake-up would
/// dominate.</summary>
public interface IBlockingProbe : IProbeSetup
{
    /// <summary>Performs the operation; throws when it fails. Always called on the same thread for one client.</summary>
    OperationResult Execute(Operation operation, CancellationToken cancellationToken);

    /// <summary>Looks at what a successful operation left, outside of its latency but not of the rates, on the same thread; throws
    /// <see cref="CorruptDataException"/> when it is wrong: then the operation failed.</summary>
    void Verify(Operation operation)
    {
    }

    /// <summary>Asks what is only known at the end of a client, after its last operation and on the same thread. What it cannot learn costs
    /// no result.</summary>
    void EndClient(int client)
    {
    }

    /// <summary>Processors that the thread of each client is pinned to, with the threads that it starts; 0 to leave that to the
    /// system.</summary>
    int ProcessorsPerClient => 0;
}
