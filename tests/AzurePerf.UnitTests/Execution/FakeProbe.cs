using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.UnitTests.Execution;

/// <summary>An asynchronous probe that does what a test says.</summary>
internal sealed class FakeProbe : FakeSetup, IProbe
{
    public required Func<Operation, CancellationToken, ValueTask<OperationResult>> Execute { get; init; }

    public Func<Operation, CancellationToken, ValueTask> FollowUp { get; init; } = (_, _) => ValueTask.CompletedTask;

    /// <summary>A probe whose operations complete at once, after the clock was moved or the operation has thrown.</summary>
    public static FakeProbe Immediate(Func<Operation, OperationResult> execute) =>
        new() { Execute = (operation, _) => ValueTask.FromResult(execute(operation)) };

    public ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken) => Execute(operation, cancellationToken);

    public ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken) => FollowUp(operation, cancellationToken);
}
