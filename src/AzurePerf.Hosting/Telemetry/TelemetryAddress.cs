namespace AzurePerf.Hosting.Telemetry;

/// <summary>Where telemetry goes.</summary>
/// <param name="Collector">The collector's address, without the paths of traces and metrics.</param>
/// <param name="Grpc">True for gRPC, false for HTTP with protobuf.</param>
internal sealed record TelemetryAddress(Uri Collector, bool Grpc)
{
    /// <summary>The address for one kind of data, traces or metrics: over HTTP each has a path of its own.</summary>
    public Uri For(string signal) => Grpc ? Collector : new(Collector.ToString().TrimEnd('/') + "/v1/" + signal);
}
