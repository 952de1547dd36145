namespace AzurePerf.Hosting.Health;

/// <summary>Something a host needs before it can do its work.</summary>
/// <param name="Name">What is checked, such as "control account".</param>
/// <param name="FaultAsync">Null when it is usable, else a sentence for whoever operates the host. An exception counts as a fault too.</param>
public sealed record ReadyCheck(string Name, Func<CancellationToken, Task<string?>> FaultAsync);
