using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Local;

public sealed class NodeToolsTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-node-");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task A_machine_without_node_is_told_what_to_install()
    {
        var failure = await Assert.ThrowsAsync<LocalStartException>(() => NodeTools.FindAsync(_folder.FullName, NodeUse.Emulator, Cancelled));

        Assert.StartsWith("Node.js was not found, and the storage emulator needs it: install Node.js 20 or newer", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_only_lacks_a_database_is_told_to_give_one_and_no_accounts()
    {
        var failure = await Assert.ThrowsAsync<LocalStartException>(() => NodeTools.FindAsync(_folder.FullName, NodeUse.Database, Cancelled));

        Assert.StartsWith(
            "Node.js was not found, and PostgreSQL from npm needs it: install Node.js 20 or newer, or give a database in AZUREPERF_TARGET_SQL", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("accounts", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_old_node_is_refused_with_its_version()
    {
        WriteNode("echo v18.20.4 linux-x64 $0");

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => NodeTools.FindAsync(_folder.FullName, NodeUse.Emulator, Cancelled));

        Assert.Contains("is version 18, and the storage emulator needs 20: install Node.js 20 or newer", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_node_that_does_not_run_is_reported_with_what_it_says()
    {
        WriteNode("echo missing library >&2; exit 127");

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => NodeTools.FindAsync(_folder.FullName, NodeUse.Emulator, Cancelled));

        Assert.Contains("does not run (node ended with exit code 127: missing library)", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_node_without_npm_is_reported()
    {
        WriteNode("echo v22.1.0 linux-x64 $0");

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => NodeTools.FindAsync(_folder.FullName, NodeUse.Emulator, Cancelled));

        Assert.StartsWith("npm was not found next to Node.js", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Behind_the_shim_of_a_version_manager_node_is_found_with_the_npm_that_belongs_to_it()
    {
        var node = Path.Combine(_folder.CreateSubdirectory("versions/22/bin").FullName, "node");
        var npm = Path.Combine(_folder.CreateSubdirectory("versions/22/lib/node_modules/npm/bin").FullName, "npm-cli.js");
        await File.WriteAllTextAsync(node, "", Cancelled);
        await File.WriteAllTextAsync(npm, "", Cancelled);
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "npm"), "#!/bin/sh\n", Cancelled);
        WriteNode($"echo v22.1.0 linux-arm64 {node}");

        var tools = await NodeTools.FindAsync(_folder.FullName, NodeUse.Emulator, Cancelled);

        Assert.Equal((node, npm, "linux-arm64"), (tools.Node, Path.GetFullPath(tools.NpmScript), tools.Platform));
    }

    [Fact]
    public async Task The_tools_of_this_machine_are_found()
    {
        var tools = await NodeTools.FindAsync(Environment.GetEnvironmentVariable("PATH"), NodeUse.Emulator, Cancelled);

        Assert.True(File.Exists(tools.NpmScript));
    }

    private void WriteNode(string shell)
    {
        var file = Path.Combine(_folder.FullName, "node");
        File.WriteAllText(file, "#!/bin/sh\n" + shell + "\n");
        File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }
}
