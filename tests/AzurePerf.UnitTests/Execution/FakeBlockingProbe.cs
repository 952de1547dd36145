using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.UnitTests.Execution;

/// <summary>A blocking probe that does what a test says.</summary>
internal sealed class FakeBlockingProbe(Func<Operation, CancellationToken, OperationResult> execute) : FakeSetup, IBlockingProbe
{
    public OperationResult Execute(Operation operation, CancellationToken cancellationToken) => execute(operation, cancellationToken);

    public Action<Operation> Verifying { get; init; } = _ => { };

    public void Verify(Operation operation) => Verifying(operation);
}
