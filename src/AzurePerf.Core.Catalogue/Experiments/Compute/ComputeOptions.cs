using System.Text.Json.Serialization;
using AzurePerf.Core.Targets;

namespace AzurePerf.Core.Experiments.Compute;

/// <summary>What the kernels are told that measure the worker's own processors and memory.</summary>
public abstract record ComputeOptions : MeasurementOptions
{
    [Parameter(
        "Whether each client's threads stay on processors of their own (Linux; elsewhere the system decides), or run where the system "
            + "puts them.", Factor = true)]
    public ThreadPinning Pinning { get; init; } = ThreadPinning.Pinned;

    [JsonIgnore]
    public override TargetKind Target => MachineTarget.Kind;

    public override bool NeverTimesOut => true;

    public override IEnumerable<ParameterFault> Faults()
    {
        foreach (var fault in base.Faults().Concat(NeedsClosedLoop("a kernel keeps a thread until it ends")))
        {
            yield return fault;
        }

        if (WarmUpOperations == 0 || WarmUpSeconds == 0)
        {
            yield return new(WarmUpOperations == 0 ? "warmUpOperations" : "warmUpSeconds",
                "must be above 0: a client's first operation makes its arrays, and is no measurement");
        }
    }
}

/// <summary>Where the threads of a kernel run.</summary>
public enum ThreadPinning
{
    /// <summary>On the same processors from the first operation to the last, those of one client beside each other.</summary>
    Pinned,

    /// <summary>Wherever the system puts them.</summary>
    Free,
}
