using System.CommandLine;
using System.Globalization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Programs;

namespace AzurePerf.Cli.Programs;

/// <summary>The program that a text on the command line means.</summary>
internal static class ProgramArgument
{
    public static Argument<string> Create() => new("HASH")
    {
        Description = string.Create(
            CultureInfo.InvariantCulture, $"Hash of the program, or its first {ProgramHash.ShortestPrefix} digits or more."),
    };

    /// <summary>The hash or the beginning of one, in small letters.</summary>
    public static string Require(string text) => text.Trim().ToLowerInvariant() is var hash && ProgramHash.IsPrefix(hash)
        ? hash
        : throw CommandFailure.Usage(
            $"'{text}' is no hash of a program: give {ProgramHash.ShortestPrefix} to {ProgramHash.Characters} digits of 0-9 and a-f; "
                + $"`azureperf programs list` shows them");
}
