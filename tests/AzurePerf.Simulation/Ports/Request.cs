namespace AzurePerf.Simulation.Ports;

/// <summary>One request of a process to the control account.</summary>
/// <param name="Service">What serves it.</param>
/// <param name="Arrow">What it changes, in words that stay the same over all runs, such as "task: Ready > Running"; null when it only reads.</param>
/// <param name="Subject">What exactly it is about, for the trace; made only when somebody reads it.</param>
internal sealed record Request(ServiceKind Service, string? Arrow, Func<string> Subject)
{
    public static Request Read(ServiceKind service, Func<string> subject) => new(service, null, subject);

    public override string ToString() => $"{Arrow ?? "read"} ({Subject()})";
}
