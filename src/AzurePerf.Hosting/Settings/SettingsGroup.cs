namespace AzurePerf.Hosting.Settings;

/// <summary>A part of a host's settings that is checked, and shown, before the host starts.</summary>
/// <param name="Faults">One sentence per fault, empty when all is well.</param>
/// <param name="Effective">What the host will use, as NAME=VALUE without secrets; empty when there are faults.</param>
internal sealed record SettingsGroup(IReadOnlyList<string> Faults, IReadOnlyList<string> Effective);
