using AzurePerf.Simulation.Ports;

namespace AzurePerf.Simulation.Faults;

/// <summary>A time in which requests are refused.</summary>
/// <param name="Until">Its end.</param>
/// <param name="Service">Only those to one service; null for all.</param>
/// <param name="Role">Only those of the processes in one place; null for all.</param>
internal sealed record Burst(TimeSpan Until, ServiceKind? Service, string? Role)
{
    public bool Covers(TimeSpan now, ServiceKind service, string role) =>
        now < Until && (Service is null || Service == service) && (Role is null || Role == role);
}
