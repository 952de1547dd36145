using System.Diagnostics;
using System.Security.Cryptography;

namespace AzurePerf.Testing.Azurite;

/// <summary>The emulator's packages in the user's cache folder, one folder per content of the lock file.</summary>
internal static class AzuriteInstallation
{
    private const string LockFile = "package-lock.json";
    private static readonly string[] Manifest = ["package.json", LockFile, ".npmrc"];

    public static string Wrapper => Path.Combine(Source, "azurite.mjs");

    // The repository's deploy/local, copied beside this assembly by the build.
    private static string Source => Path.Combine(AppContext.BaseDirectory, "local");

    /// <summary>The folder with the packages; installs them if no process of this user has yet.</summary>
    public static async Task<string> EnsureAsync(CancellationToken cancellationToken)
    {
        string cache = CacheFolder();
        string folder = Path.Combine(cache, "azurite-" + await LockHashAsync(cancellationToken));
        if (!Directory.Exists(folder))
        {
            await InstallAsync(cache, folder, cancellationToken);
        }

        return folder;
    }

    // Installed aside and renamed, so that the folder exists only when it is complete.
    private static async Task InstallAsync(string cache, string folder, CancellationToken cancellationToken)
    {
        string aside = Path.Combine(cache, "." + Path.GetRandomFileName());
        Directory.CreateDirectory(aside);
        try
        {
            foreach (string file in Manifest)
            {
                File.Copy(Path.Combine(Source, file), Path.Combine(aside, file));
            }

            await RunNpmAsync(aside, cancellationToken);
            MoveUnlessThere(aside, folder);
        }
        finally
        {
            if (Directory.Exists(aside))
            {
                Directory.Delete(aside, recursive: true);
            }
        }
    }

    private static void MoveUnlessThere(string aside, string folder)
    {
        try
        {
            Directory.Move(aside, folder);
        }
        catch (IOException) when (Directory.Exists(folder))
        {
            // Another process installed the same packages meanwhile; ours are deleted.
        }
    }

    private static async Task RunNpmAsync(string folder, CancellationToken cancellationToken)
    {
        using Process npm = ChildProcess.Start("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
        npm.StandardInput.Close();
        try
        {
            Task<string> output = npm.StandardOutput.ReadToEndAsync(cancellationToken);
            string errors = await npm.StandardError.ReadToEndAsync(cancellationToken);
            await output;
            await npm.WaitForExitAsync(cancellationToken);
            if (npm.ExitCode != 0)
            {
                throw new InvalidOperationException($"The storage emulator could not be installed: npm ci failed. It said: {errors.Trim()}");
            }
        }
        catch (OperationCanceledException)
        {
            npm.Kill(entireProcessTree: true);
            throw;
        }
    }

    private static async Task<string> LockHashAsync(CancellationToken cancellationToken)
    {
        byte[] hash = SHA256.HashData(await File.ReadAllBytesAsync(Path.Combine(Source, LockFile), cancellationToken));
        return Convert.ToHexStringLower(hash.AsSpan(0, 8));
    }

    private static string CacheFolder()
    {
        string? cache = Environment.GetEnvironmentVariable("XDG_CACHE_HOME");
        string root = string.IsNullOrEmpty(cache)
            ? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".cache")
            : cache;
        return Path.Combine(root, "azureperf");
    }
}
