using AzurePerf.Cli.Output;
using AzurePerf.Core.Targets;

namespace AzurePerf.Cli.Local;

/// <summary>The storage accounts that were given; an emulator stands in for a control account or a target that was not.</summary>
/// <param name="Control">Null for an emulator.</param>
/// <param name="Targets">By name; empty for one emulator as the target "default".</param>
/// <param name="SameAccount">True when a target may be the control account.</param>
internal sealed record AccountSettings(
    StorageAccountAddress? Control, IReadOnlyDictionary<string, StorageAccountAddress> Targets, bool SameAccount)
{
    /// <summary>Targets of other kinds, which only the workers can read.</summary>
    public OtherTargets Others { get; init; } = OtherTargets.None;

    // An emulator has no address before it runs; this one can be no account that is given.
    private const string NotStarted = "https://emulator.blob.not-started.invalid";

    /// <summary>Reads the variables of a secrets text, and of the environment those that it does not hold.</summary>
    public static AccountSettings Read(
        IReadOnlyDictionary<string, string> secrets, IReadOnlyDictionary<string, string> environment, bool sameAccount)
    {
        var variables = new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);
        foreach (var (name, value) in environment)
        {
            // Two may differ in case alone, as http_proxy and HTTP_PROXY often do.
            variables.TryAdd(name, value);
        }

        foreach (var (name, value) in secrets)
        {
            variables[name] = value;
        }

        if (sameAccount)
        {
            variables[StorageAccounts.SameAccountVariable] = "1";
        }

        var controlGiven = !string.IsNullOrWhiteSpace(variables.GetValueOrDefault(StorageAccounts.ControlVariable));
        if (!controlGiven)
        {
            variables[StorageAccounts.ControlVariable] = NotStarted;
        }

        return StorageAccounts.TryRead(variables, needsTarget: false, out var accounts, out var faults)
            ? new(controlGiven ? accounts.Control : null, accounts.Targets,
                variables.GetValueOrDefault(StorageAccounts.SameAccountVariable) == "1")
            {
                Others = OtherTargets.Of(accounts),
            }
            : throw CommandFailure.Usage(string.Join('\n', faults));
    }
}
