namespace AzurePerf.Core.Experiments;

/// <summary>The probe that performs the operations of one point, and the options it gets.</summary>
/// <param name="Probe">Name in the probe catalogue.</param>
/// <param name="Options">The probe's own options.</param>
public sealed record ProbeSelection(string Probe, MeasurementOptions Options);
