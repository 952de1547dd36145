using System.Globalization;
using System.Net;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Local;

namespace AzurePerf.Cli.Doctor;

/// <summary>Everything `doctor` looks at.</summary>
internal sealed class Checks(Session session, ApiClient api)
{
    private const int OldestNode = NodeTools.OldestMajor;
    private const int OldestDotNet = 10;

    public async Task<IReadOnlyList<Finding>> RunAsync(CancellationToken cancellationToken) =>
    [
        CheckDotNet(Environment.Version),
        CheckNode(await session.Context.Tools.VersionAsync("node", cancellationToken)),
        CheckNpm(await session.Context.Tools.VersionAsync("npm", cancellationToken)),
        CheckTemporaryDirectory(session.Context.Tools.TemporaryDirectoryFault()),
        await CheckApiAsync(cancellationToken),
    ];

    internal static Finding CheckDotNet(Version version) => version.Major >= OldestDotNet
        ? new(".NET", true, version.ToString())
        : new(".NET", false, version.ToString(), $"install the .NET {OldestDotNet} runtime");

    internal static Finding CheckNode(string? version)
    {
        const string Advice =
            "install Node.js 20 or later; `up` and `demo` need it for their storage emulators, with real accounts they do not";
        return version is null ? new("Node.js", false, "not found", Advice)
            : int.TryParse(version.TrimStart('v').Split('.')[0], CultureInfo.InvariantCulture, out var major) && major >= OldestNode
                ? new("Node.js", true, version)
                : new("Node.js", false, version + " is too old", Advice);
    }

    internal static Finding CheckNpm(string? version) => version is null
        ? new("npm", false, "not found", "install npm; it fetches the storage emulator on first use")
        : new("npm", true, version);

    internal static Finding CheckTemporaryDirectory(string? fault) => fault is null
        ? new("temporary directory", true, Path.GetTempPath() + " is writable")
        : new("temporary directory", false, fault, "free space in it, or name another with TMPDIR");

    private async Task<Finding> CheckApiAsync(CancellationToken cancellationToken)
    {
        try
        {
            await api.CheckReadyAsync(cancellationToken);
            return new("API", true, $"{session.Url.AbsoluteUri.TrimEnd('/')} is ready");
        }
        catch (ApiFailure failure) when (failure.Unreachable)
        {
            return new("API", false, failure.Message);
        }
        catch (ApiFailure failure)
        {
            return new(
                "API", false, failure.Message.Split('\n')[0],
                failure.Status is HttpStatusCode.OK ? "name the address of the API with --url" : "look into its log");
        }
    }
}
