using System.Net.Sockets;
using AzurePerf.Cli.Local;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

/// <summary>What is said where npm is not even started, as the file that lets one install at a time cannot be had.</summary>
public sealed class InstallLockTests : IDisposable
{
    private static readonly NpmPackage Package = new("tool", "the tool", "", "tool.js");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-lock-");
    private readonly List<string> _said = [];

    private string Lock => Path.Combine(_folder.FullName, "install.lock");

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>A socket stands for the file of a read-only disk: it is there, and the system refuses to open it for a reason other than rights.</summary>
    [Fact]
    public async Task A_lock_that_nobody_holds_and_that_cannot_be_opened_is_told_at_once_with_the_way_out()
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(Lock));

        var message = await FailureAsync();

        Assert.StartsWith($"the tool cannot be installed in {_folder.FullName}: ", message, StringComparison.Ordinal);
        Assert.EndsWith("set AZUREPERF_CACHE to a folder you can write", message, StringComparison.Ordinal);
        Assert.Empty(_said);
    }

    [Fact]
    public async Task A_lock_that_another_holds_for_too_long_is_told_in_a_sentence()
    {
        await using var held = new FileStream(Lock, FileMode.Create, FileAccess.ReadWrite, FileShare.None);

        Assert.Equal(
            $"the tool could not be installed (another installation holds {Lock} for over 5 minutes): end it, or try again later", await FailureAsync());
        Assert.Equal(["Waiting for another installation with npm to end"], _said);
    }

    private async Task<string> FailureAsync()
    {
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "package-lock.json"), "{}", TestContext.Current.CancellationToken);
        var installer = new NpmInstaller(Package, _folder.FullName, _folder.FullName, new("node", "npm", "linux-x64"), new ImpatientTime());
        return (await Assert.ThrowsAsync<LocalStartException>(() => installer.EnsureAsync(new Said(_said), TestContext.Current.CancellationToken))).Message;
    }

    private sealed class Said(List<string> lines) : IProgress<string>
    {
        public void Report(string value) => lines.Add(value);
    }
}
