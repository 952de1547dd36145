using AzurePerf.Core.Experiments;

namespace AzurePerf.Worker.Execution;

/// <summary>What ends a client's work in one phase, whichever comes first.</summary>
/// <param name="Operations">Operations ended, failed ones included: what fails may not last for ever. <see cref="long.MaxValue"/> for no limit.</param>
/// <param name="Bytes">Payload bytes moved; <see cref="long.MaxValue"/> for no limit.</param>
/// <param name="Nanoseconds">Time after the common start in which it starts operations; <see cref="long.MaxValue"/> for no limit.</param>
internal readonly record struct ClientLimits(long Operations, long Bytes, long Nanoseconds)
{
    /// <summary>Of one lane: each warms up connections of its own, and all lanes of a client together do its operations.</summary>
    public static ClientLimits OfWarmUp(MeasurementOptions load) =>
        new((load.WarmUpOperations + load.LanesPerClient - 1) / load.LanesPerClient, long.MaxValue, FromSeconds(load.WarmUpSeconds));

    /// <summary>Of one client, however many lanes it has.</summary>
    public static ClientLimits OfMeasurement(MeasurementOptions load) =>
        new(
            load.OperationsPerClient > 0 ? load.OperationsPerClient : long.MaxValue,
            load.BytesPerClient > 0 ? load.BytesPerClient : long.MaxValue,
            load.DurationSeconds > 0 ? FromSeconds(load.DurationSeconds) : long.MaxValue);

    private static long FromSeconds(double seconds) => (long)Math.Round(seconds * 1e9);
}
