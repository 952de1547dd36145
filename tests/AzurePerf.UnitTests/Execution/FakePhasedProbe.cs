using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.UnitTests.Execution;

/// <summary>A blocking probe of two phases that does what a test says.</summary>
internal sealed class FakePhasedProbe(Action<int, Operation> execute) : FakeSetup, IPhasedProbe
{
    public IReadOnlyList<string> Phases => ["first", "second"];

    public OperationResult Execute(int phase, Operation operation, CancellationToken cancellationToken)
    {
        execute(phase, operation);
        return new(1, 0);
    }

    public OperationResult Execute(Operation operation, CancellationToken cancellationToken) =>
        throw new InvalidOperationException("the runner performs the phases one by one");
}
