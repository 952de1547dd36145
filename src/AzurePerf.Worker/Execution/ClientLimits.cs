using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>What ends a client's work in one phase, whichever comes first.</summary>
/// <param name="Operations">Operations ended, failed ones included: what fails may not last for ever. <see cref="long.MaxValue"/> for no
/// limit.</param>
/// <param name="Bytes">Payload bytes moved; <see cref="long.MaxValue"/> for no limit.</param>
/// <param name="Nanoseconds">Time after the common start in which it starts operations; <see cref="long.MaxValue"/> for no limit.</param>
/// <param name="AtOperations">Why a client ends that reaches its operations.</param>
/// <param name="AtBytes">Why a client ends that reaches its bytes.</param>
internal readonly record struct ClientLimits(
    long Operations, long Bytes, long Nanoseconds, ClientEnd AtOperations = ClientEnd.Operations, ClientEnd AtBytes = ClientEnd.Bytes)
{
    /// <summary>Of what the operator's limits leave to a client, the warm-up has one part of so many: most of it is for what is
    /// measured.</summary>
    private const int WarmUpPart = 2;

    /// <summary>Of one lane: each warms up a connection of its own.</summary>
    public static ClientLimits OfWarmUp(MeasurementOptions load) => new(
        WarmUpOperationsPerLane(load),
        load.MostBytes is { } most ? Math.Max(1, most / load.Clients / WarmUpPart / load.LanesPerClient) : long.MaxValue,
        FromSeconds(load.WarmUpSeconds));

    /// <summary>Of one client, however many lanes it has. What the warm-up moved counts against the limit of bytes, and what it may do
    /// against that of operations.</summary>
    public static ClientLimits OfMeasurement(MeasurementOptions load)
    {
        var asked = new ClientLimits(
            load.OperationsPerClient > 0 ? load.OperationsPerClient : long.MaxValue,
            load.BytesPerClient > 0 ? load.BytesPerClient : long.MaxValue,
            load.DurationSeconds > 0 ? FromSeconds(load.DurationSeconds) : long.MaxValue);
        var operations = load.MostOperations is { } mostOperations
            ? Math.Max(1, (mostOperations / load.Clients) - (load.LanesPerClient * WarmUpOperationsPerLane(load)))
            : long.MaxValue;
        var bytes = load.MostBytes is { } mostBytes ? Math.Max(1, mostBytes / load.Clients) : long.MaxValue;
        return new(
            Math.Min(operations, asked.Operations),
            Math.Min(bytes, asked.Bytes),
            asked.Nanoseconds,
            operations < asked.Operations ? ClientEnd.Limit : ClientEnd.Operations,
            bytes < asked.Bytes ? ClientEnd.Limit : ClientEnd.Bytes);
    }

    private static long WarmUpOperationsPerLane(MeasurementOptions load) => load.MostOperations is { } most
        ? Math.Min(load.WarmUpOperationsPerLane, most / load.Clients / WarmUpPart / load.LanesPerClient)
        : load.WarmUpOperationsPerLane;

    private static long FromSeconds(double seconds) => (long)Math.Round(seconds * 1e9);
}
