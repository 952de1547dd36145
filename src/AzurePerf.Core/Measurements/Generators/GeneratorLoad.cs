using AzurePerf.Core.Measurements.Arrivals;

namespace AzurePerf.Core.Measurements.Generators;

/// <summary>One worker that generated load, and how much.</summary>
/// <param name="Name">Tells it from the others of a gang.</param>
/// <param name="Environment">What its process and machine did meanwhile.</param>
/// <param name="MedianNanoseconds">Median service time of its successful operations; null when there are too few.</param>
/// <param name="OperationsEnded">Operations that ended in the window, whatever their outcome.</param>
/// <param name="PayloadBytes">Payload that its successful operations moved.</param>
public sealed record GeneratorLoad(
    string Name, MeasurementEnvironment Environment, long? MedianNanoseconds, long OperationsEnded, long PayloadBytes)
{
    /// <summary>Share of the processor time that the process may use, from 0; a little above 1 by rounding.</summary>
    public double ProcessorShare
    {
        get
        {
            var processors = Math.Min(Environment.Processors, Environment.ProcessorQuota ?? double.PositiveInfinity);
            return Environment.WindowSeconds > 0 ? Environment.ProcessorSeconds / Environment.WindowSeconds / processors : 0;
        }
    }

    public double OperationsPerSecond => Environment.WindowSeconds > 0 ? OperationsEnded / Environment.WindowSeconds : 0;

    /// <summary>Payload bytes per second of its own operations.</summary>
    public double PayloadBytesPerSecond => Environment.WindowSeconds > 0 ? PayloadBytes / Environment.WindowSeconds : 0;

    /// <summary>Bytes per second that its machine, all processes together, moved over its network devices in the busier direction, headers
    /// included; null when they could not be read.</summary>
    public double? DeviceBytesPerSecond =>
        Environment is { WindowSeconds: > 0 and var seconds, Machine: { ReceivedBytes: { } received, SentBytes: { } sent } }
        ? Math.Max(received, sent) / seconds
        : null;

    /// <summary>The same with what the machine sent to itself.</summary>
    public double? NetworkBytesPerSecond =>
        Environment is { WindowSeconds: > 0 and var seconds, Machine: { } machine }
            && machine is { ReceivedBytes: { } received, SentBytes: { } sent, LoopbackBytes: { } loopback }
        ? (Math.Max(received, sent) + loopback) / seconds
        : null;

    /// <summary>The load that clients made of which this is recorded.</summary>
    /// <remarks>A delay inside the generator is compared with the time that operations take; in an open loop latencies also hold what they
    /// waited before they started.</remarks>
    public static GeneratorLoad Of(
        string name, MeasurementEnvironment environment, IReadOnlyCollection<ClientMeasurement> clients, LatencyHistogram latencies,
        OpenLoopObservations? openLoop)
    {
        var serviceTimes = openLoop?.ServiceTimes ?? latencies;
        ArgumentNullException.ThrowIfNull(serviceTimes);
        return new(
            name,
            environment,
            serviceTimes.SupportedQuantile(0.5),
            clients.Sum(client => client.Completed + client.Failed),
            clients.Sum(client => client.Bytes));
    }
}
