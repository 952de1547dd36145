using System.Text.Json.Serialization;
using AzurePerf.Core.Targets;

namespace AzurePerf.Core.Experiments.Network;

/// <summary>What the experiments are told that measure the network between two workers.</summary>
public abstract record NetworkOptions : MeasurementOptions
{
    [JsonIgnore]
    public override TargetKind Target => PeerTarget.Kind;

    public override IEnumerable<ParameterFault> Faults()
    {
        foreach (var fault in base.Faults())
        {
            yield return fault;
        }

        if (IsOpenLoop)
        {
            yield return new("arrivals", "must be closed: an operation keeps its connection until it ends");
        }

        if (WarmUpOperations == 0 || WarmUpSeconds == 0)
        {
            yield return new(WarmUpOperations == 0 ? "warmUpOperations" : "warmUpSeconds",
                "must be above 0: a client's first operation opens its connection, and is no measurement");
        }
    }
}
