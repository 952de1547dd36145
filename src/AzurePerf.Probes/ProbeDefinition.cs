using AzurePerf.Core.Experiments;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes;

/// <summary>A probe as a worker knows it: by its name, and how to make one.</summary>
/// <param name="Name">As experiments select it.</param>
/// <param name="Create">Makes one for a task; throws an <see cref="ArgumentException"/> for options of another probe.</param>
public sealed record ProbeDefinition(string Name, Func<MeasurementOptions, ProbeScope, IProbeSetup> Create)
{
    // Asynchronous probes have an open loop. Those of other shapes have none: their options refuse arrivals in Faults().
    public static ProbeDefinition Of<TOptions>(string name, Func<TOptions, ProbeScope, IProbeSetup> create)
        where TOptions : MeasurementOptions => new(name, (options, scope) => options is TOptions own
            ? create(own, scope)
            : throw new ArgumentException($"{name} takes {typeof(TOptions).Name}, not {options.GetType().Name}", nameof(options)));
}
