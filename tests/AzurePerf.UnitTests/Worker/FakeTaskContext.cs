using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Probes.Works;

namespace AzurePerf.UnitTests.Worker;

/// <summary>One execution of a task that touches no target.</summary>
internal sealed record FakeTaskContext : ITaskContext
{
    public string Subject => $"{RunId}/bag 1/{Task}";

    public string RunId => "aaaaaaaaaaaaaaaaaaaa";

    public int Seed => 1;

    public PipelineOptions Options { get; init; } = new SelftestBagOptions();

    public int Stage => 10;

    public int Task { get; init; }

    public int Attempt { get; init; } = 1;

    public string ExecutionId { get; init; } = "nonce";

    public string Order => "";

    public IStageProducts Products => throw new NotSupportedException();

    public IResourceRegister Register => throw new NotSupportedException();

    public IOpenTarget OpenTarget(TimeSpan requestTimeout) => throw new NotSupportedException();

    public void AllowUserCode(TimeSpan limit) => throw new NotSupportedException();

    public void Report(double share, string phase = "executing")
    {
    }
}
