using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Probes;

/// <summary>Performs one operation by blocking calls, on a thread of its own client that the runner owns: for loops where a wake-up would dominate.</summary>
public interface IBlockingProbe : IProbeSetup
{
    /// <summary>Performs the operation; throws when it fails. Always called on the same thread for one client.</summary>
    OperationResult Execute(Operation operation, CancellationToken cancellationToken);
}
