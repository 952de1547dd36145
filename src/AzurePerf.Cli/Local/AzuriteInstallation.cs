using System.Diagnostics;

namespace AzurePerf.Cli.Local;

/// <summary>The emulator as installed for this user, ready to be started any number of times.</summary>
/// <param name="Node">Path of the node executable.</param>
/// <param name="Wrapper">The script that ends the emulator with this process.</param>
/// <param name="Starter">The script that mends the emulator and starts it.</param>
/// <param name="Script">The emulator's own script.</param>
internal sealed record AzuriteInstallation(string Node, string Wrapper, string Starter, string Script)
{
    public static readonly NpmPackage Package = new("azurite", "the storage emulator", "", "node_modules/azurite/dist/src/azurite.js");

    /// <summary>What npm made: another start makes it again where it was deleted.</summary>
    public string Folder => Script[..^(Package.File.Length + 1)];

    /// <exception cref="LocalStartException">Node.js or npm is missing, too old or failed.</exception>
    public static async Task<AzuriteInstallation> FindOrInstallAsync(IProgress<string> progress, CancellationToken cancellationToken)
    {
        var tools = await NodeTools.FindAsync(Environment.GetEnvironmentVariable("PATH"), NodeUse.Emulator, cancellationToken);
        var source = Path.Combine(AppContext.BaseDirectory, "local");
        var installer = new NpmInstaller(Package, source, NpmInstaller.DefaultCacheFolder(), tools, TimeProvider.System);
        return new(tools.Node, Path.Combine(source, NpmInstaller.WrapperName), Path.Combine(source, "emulator.mjs"),
            await installer.EnsureAsync(progress, cancellationToken));
    }

    /// <summary>In memory, on free loopback ports, silent but for the lines that name the ports.</summary>
    public ProcessStartInfo StartInfo(string account, string key)
    {
        var start = new ProcessStartInfo(Node,
        [
            Wrapper, Starter, Script, "--inMemoryPersistence", "--skipApiVersionCheck", "--disableTelemetry", "--silent",
            "--blobHost", "127.0.0.1", "--queueHost", "127.0.0.1", "--tableHost", "127.0.0.1", "--blobPort", "0", "--queuePort", "0",
            "--tablePort", "0",
        ]);
        start.Environment["AZURITE_ACCOUNTS"] = $"{account}:{key}";
        return start;
    }
}
