using System.Text.RegularExpressions;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Access;

namespace AzurePerf.Cli.Invocation;

/// <summary>Refuses secrets on the command line, where every process of the machine can read them and the shell keeps them.</summary>
internal static partial class SecretGuard
{
    private static readonly string[] Signs =
        ["AccountKey=", "SharedAccessSignature=", "DefaultEndpointsProtocol=", "UseDevelopmentStorage=", "BlobEndpoint=", "?sig=", "&sig="];

    /// <summary>Throws when an argument looks like a connection string or a signed address. The message never repeats it.</summary>
    public static void Check(IReadOnlyList<string> arguments)
    {
        if (arguments.Any(argument => Signs.Any(sign => argument.Contains(sign, StringComparison.OrdinalIgnoreCase))))
        {
            throw CommandFailure.Usage(
                "a connection string or signature on the command line can be read by every process of this machine and stays in the "
                + "shell's history. "
                + "Set AZUREPERF_CONTROL and AZUREPERF_TARGET in the environment, or put them into a file and give --secrets FILE (- for "
                + "standard input)");
        }

        if (arguments.Any(Password().IsMatch))
        {
            throw CommandFailure.Usage(
                "an address with a password on the command line can be read by every process of this machine and stays in the shell's "
                + "history. Leave user and password out of it; a target that needs them goes into the environment or a file for --secrets "
                + "of `azureperf up` and `demo`");
        }

        if (arguments.Any(AccessKeyText.IsIn))
        {
            throw CommandFailure.Usage(
                "a key on the command line can be read by every process of this machine and stays in the shell's history. "
                + $"Set {KeySource.Variable} in the environment, or put it into a file that only you can read and give "
                + $"{KeySource.FileOption} FILE; commands take the id of a key");
        }
    }

    /// <summary>scheme://user:password@host</summary>
    [GeneratedRegex("://[^/\\s:@]*:[^/\\s]+@")]
    private static partial Regex Password();
}
