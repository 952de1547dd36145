using AzurePerf.Cli.Invocation;
using AzurePerf.Core.Targets;

namespace AzurePerf.Cli.Demo;

/// <summary>The two storage accounts; null where an emulator stands in.</summary>
internal sealed record AccountPair(StorageAccountAddress? Control, StorageAccountAddress? Target)
{
    public const string ControlVariable = "AZUREPERF_CONTROL";
    public const string TargetVariable = "AZUREPERF_TARGET";

    /// <summary>Reads the accounts from a secrets text, else from the environment, and refuses one account in both roles unless that is wanted.</summary>
    public static AccountPair Read(IReadOnlyDictionary<string, string> secrets, Func<string, string?> environment, bool sameAccount)
    {
        var pair = new AccountPair(Parse(ControlVariable, secrets, environment), Parse(TargetVariable, secrets, environment));
        return pair is { Control: { } control, Target: { } target } && control.IsSameAccountAs(target) && !sameAccount
            ? throw CommandFailure.Usage(
                $"{ControlVariable} and {TargetVariable} are the same account, so AzurePerf's own requests would load what it measures; "
                + "name another account, or accept that with --same-account, which marks every point")
            : pair;
    }

    private static StorageAccountAddress? Parse(string variable, IReadOnlyDictionary<string, string> secrets, Func<string, string?> environment)
    {
        var text = secrets.GetValueOrDefault(variable) ?? environment(variable);
        if (string.IsNullOrWhiteSpace(text))
        {
            return null;
        }

        try
        {
            return StorageAccountAddress.Parse(text);
        }
        catch (FormatException exception)
        {
            throw CommandFailure.Usage($"{variable} {exception.Message}");
        }
    }
}
