namespace AzurePerf.Sandbox.Landlock;

/// <summary>What a program may open besides its folder; paths that a machine does not have are left out.</summary>
internal static class LandlockPaths
{
    public static IReadOnlyList<(string Path, ulong Access)> System { get; } =
    [
        ("/bin", LandlockAccess.ReadAndExecute),
        ("/usr/bin", LandlockAccess.ReadAndExecute),
        ("/lib", LandlockAccess.ReadAndExecute),
        ("/lib32", LandlockAccess.ReadAndExecute),
        ("/lib64", LandlockAccess.ReadAndExecute),
        ("/libx32", LandlockAccess.ReadAndExecute),
        ("/usr/lib", LandlockAccess.ReadAndExecute),
        ("/usr/lib32", LandlockAccess.ReadAndExecute),
        ("/usr/lib64", LandlockAccess.ReadAndExecute),
        ("/usr/libx32", LandlockAccess.ReadAndExecute),
        ("/etc/ld.so.cache", LandlockAccess.ReadFile),
        ("/dev/null", LandlockAccess.ReadAndWrite),
        ("/dev/urandom", LandlockAccess.ReadFile),
    ];
}
