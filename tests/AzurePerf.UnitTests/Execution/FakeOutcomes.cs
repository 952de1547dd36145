using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.UnitTests.Execution;

/// <summary>Three exceptions have outcomes; all others are the service's fault.</summary>
internal sealed class FakeOutcomes : IOutcomeClassifier
{
    public OperationOutcome Classify(Exception exception, bool mutates) => exception switch
    {
        CorruptDataException => OperationOutcome.Corrupt,
        EndOfStreamException => mutates ? OperationOutcome.Ambiguous : OperationOutcome.ConnectionReset,
        ThrottledException => OperationOutcome.Throttled,
        _ => OperationOutcome.ServerError,
    };
}
