namespace AzurePerf.ProcessTests.Telemetry;

/// <summary>A span as a collector receives it.</summary>
/// <param name="Service">The host that made it.</param>
/// <param name="TraceId">In hexadecimal digits.</param>
/// <param name="SpanId">In hexadecimal digits.</param>
/// <param name="ParentId">In hexadecimal digits; empty for the first one of a trace.</param>
/// <param name="Name">Such as run.submit.</param>
internal sealed record ReceivedSpan(string Service, string TraceId, string SpanId, string ParentId, string Name);
