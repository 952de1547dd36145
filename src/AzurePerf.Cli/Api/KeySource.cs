using AzurePerf.Cli.Output;
using AzurePerf.Core.Access;

namespace AzurePerf.Cli.Api;

/// <summary>Where the key comes from: a file or the environment, and never the command line, which every process of the machine can read.
/// No message repeats it.</summary>
internal static class KeySource
{
    public const string Variable = "AZUREPERF_KEY";
    public const string FileOption = "--key-file";

    /// <summary>The key for an address; null when none was given.</summary>
    /// <param name="file">What the option or the settings name; null without one. It wins over the environment.</param>
    /// <param name="environment">The environment variables.</param>
    /// <param name="address">Where the key will be shown.</param>
    /// <param name="from">What names the file, for complaints.</param>
    public static string? Read(
        string? file, IReadOnlyDictionary<string, string> environment, Uri address, string from = FileOption)
    {
        var (text, source) = file is not null
            ? (SecretFile.Read(file, from), from)
            : (environment.GetValueOrDefault(Variable), Variable);
        if (string.IsNullOrWhiteSpace(text))
        {
            return file is null ? null : throw CommandFailure.Usage($"{source}: the file is empty");
        }

        var key = text.Trim();
        if (AccessKeyText.IdOf(key) is null)
        {
            throw CommandFailure.Usage(
                $"{source} holds no key: one begins with azp_ and has {AccessKeyText.Characters} characters; this one may be mistyped or "
                    + $"cut off");
        }

        return address.Scheme == Uri.UriSchemeHttps || address.IsLoopback
            ? key
            : throw CommandFailure.Usage(
                $"a key is shown over https only, so that nobody on the way reads it: {address.GetLeftPart(UriPartial.Authority)} is not "
                    + $"https");
    }
}
