using AzurePerf.Core.Experiments;

namespace AzurePerf.UnitTests.Execution;

/// <summary>A load without an experiment: one client, no warm-up, unless a test says otherwise.</summary>
internal sealed record TestLoad : MeasurementOptions
{
    public TestLoad()
    {
        WarmUpOperations = 0;
    }
}
