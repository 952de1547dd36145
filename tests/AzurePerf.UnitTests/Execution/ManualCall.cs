using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.UnitTests.Execution;

/// <summary>An operation that waits until the test ends it.</summary>
/// <param name="Operation">Which.</param>
/// <param name="Answer">Ends it.</param>
internal sealed record ManualCall(Operation Operation, TaskCompletionSource<OperationResult> Answer);
