using System.Diagnostics;

namespace AzurePerf.Cli.Local;

/// <summary>Node.js and npm of this machine.</summary>
/// <param name="Node">Path of the node executable.</param>
/// <param name="NpmScript">Path of npm's own script, which node runs: npm's launcher differs between systems.</param>
/// <param name="Platform">What npm installs for, see <see cref="NodeAnswer"/>.</param>
internal sealed record NodeTools(string Node, string NpmScript, string Platform)
{
    public const int OldestMajor = 20;

    /// <summary>Finds both in the folders of a PATH.</summary>
    /// <param name="path">The folders.</param>
    /// <param name="use">What they are looked for.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="LocalStartException">One is missing, broken or too old.</exception>
    public static async Task<NodeTools> FindAsync(string? path, NodeUse use, CancellationToken cancellationToken)
    {
        var folders = (path ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
        var node = Find(folders, OperatingSystem.IsWindows() ? "node.exe" : "node")
            ?? throw new LocalStartException($"Node.js was not found, and {use.What} needs it: {use.Advice}");
        var answer = await AskAsync(node, use, cancellationToken);
        if (answer.Major < OldestMajor)
        {
            throw new LocalStartException(
                $"Node.js at {node} is version {answer.Major}, and {use.What} needs {OldestMajor}: {use.Advice}");
        }

        // The shim of a version manager has no npm next to it, and may choose another version in another folder.
        node = File.Exists(answer.Path) ? answer.Path : node;
        var npm = NpmScriptOf(folders, node) ?? throw new LocalStartException(
            $"npm was not found next to Node.js at {node}, and {use.What} is installed with it: install npm");
        return new(node, npm, answer.Platform);
    }

    private static async Task<NodeAnswer> AskAsync(string node, NodeUse use, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(node, NodeAnswer.Question);
        await using var child = ChildProcess.Start("node", start, _ => { }, logsFolder: null, TimeProvider.System);
        var exit = await child.Exited.WaitAsync(cancellationToken);
        return exit.ExitCode == 0 && NodeAnswer.Read(child.Tail.Lines()) is { } answer
            ? answer
            : throw new LocalStartException($"Node.js at {node} does not run ({exit}): {use.Advice}");
    }

    private static string? NpmScriptOf(string[] folders, string node)
    {
        const string Script = "node_modules/npm/bin/npm-cli.js";
        var npm = Find(folders, OperatingSystem.IsWindows() ? "npm.cmd" : "npm");
        string?[] candidates =
        [
            npm is null ? null : RealPath(npm),
            npm is null ? null : Path.Combine(Path.GetDirectoryName(npm)!, Script),
            Path.Combine(Path.GetDirectoryName(RealPath(node))!, Script),
            Path.Combine(Path.GetDirectoryName(RealPath(node))!, "..", "lib", Script),
        ];
        return Array.Find(
            candidates, candidate => candidate is not null && Path.GetExtension(candidate) == ".js" && File.Exists(candidate));
    }

    private static string? Find(string[] folders, string name) =>
        folders.Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);

    private static string RealPath(string file) => File.ResolveLinkTarget(file, returnFinalTarget: true)?.FullName ?? file;
}

/// <summary>What needs Node.js, and what to do without it.</summary>
/// <param name="What">In sentences, such as "the storage emulator".</param>
/// <param name="Instead">What can be given in its place.</param>
internal sealed record NodeUse(string What, string Instead)
{
    public static readonly NodeUse Emulator = new("the storage emulator", "real accounts in AZUREPERF_CONTROL and AZUREPERF_TARGET");

    public static readonly NodeUse Database = new(
        "PostgreSQL from npm", "a database in AZUREPERF_TARGET_SQL, such as postgresql://USER:PASSWORD@HOST/DATABASE");

    public string Advice => $"install Node.js {NodeTools.OldestMajor} or newer, or give {Instead}";
}
