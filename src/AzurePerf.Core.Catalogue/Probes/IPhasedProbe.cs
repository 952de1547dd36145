using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Probes;

/// <summary>A blocking probe whose operation has phases, one after the other. The runner performs and times each by itself; together they
/// are the operation.</summary>
public interface IPhasedProbe : IBlockingProbe
{
    /// <summary>What the phases are called, in their order.</summary>
    IReadOnlyList<string> Phases { get; }

    /// <summary>Performs one phase of the operation; throws when it fails. Called for all phases in order, on the client's thread; what the
    /// last one reports is the operation's result.</summary>
    OperationResult Execute(int phase, Operation operation, CancellationToken cancellationToken);
}
