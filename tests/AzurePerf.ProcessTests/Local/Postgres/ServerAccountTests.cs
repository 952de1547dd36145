using System.Diagnostics;
using System.Text.Json;
using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Local.Postgres;

/// <summary>Which account a server runs as where the local start runs as root: decided by a script, asked here as the server's starter asks it.</summary>
public sealed class ServerAccountTests
{
    private const string Passwd = """
        root:x:0:0:root:/root:/bin/bash
        games:x:5:60:games:/usr/games:/usr/sbin/nologin
        nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin
        postgres-backup:x:301:301::/:/bin/false
        postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash

        """;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("", "postgres 101 104")]
    [InlineData("0, 5", "postgres 101 104")]
    [InlineData("0, 101", "games 5 60")]
    [InlineData("101, 5, 301", "nobody 65534 65533")]
    [InlineData("101, 5, 65534", "postgres 101 104")]
    public async Task It_is_the_first_known_one_whose_user_runs_nothing_else_and_the_first_where_all_do(string used, string account) =>
        Assert.Equal(account, await ChosenAsync(Passwd, used));

    [Theory]
    [InlineData("root:x:0:0:root:/root:/bin/bash")]
    [InlineData("postgres:x:0:0:also root:/:/bin/bash")]
    [InlineData("postgres\ngames:x\nnobody:x:not a number:1")]
    [InlineData("")]
    public async Task Where_there_is_none_of_them_the_names_are_said_and_what_to_do(string passwd) =>
        Assert.Equal(
            "PostgreSQL does not run as root, and none of the accounts postgres, games, nobody is in /etc/passwd: start this as another user",
            await ChosenAsync(passwd, ""));

    private static async Task<string> ChosenAsync(string passwd, string used)
    {
        var tools = await NodeTools.FindAsync(Environment.GetEnvironmentVariable("PATH"), NodeUse.Database, Cancelled);
        var script = new Uri(Path.Combine(AppContext.BaseDirectory, "local", "postgres", "account.mjs")).AbsoluteUri;
        using var node = Process.Start(new ProcessStartInfo(tools.Node, ["--input-type=module", "--eval", $$"""
            import { chooseAccount } from {{JsonSerializer.Serialize(script)}};
            try {
              const { name, id, group } = chooseAccount({{JsonSerializer.Serialize(passwd)}}, new Set([{{used}}]));
              console.log(name, id, group);
            } catch (fault) {
              console.log(fault.message);
            }
            """])
        {
            RedirectStandardOutput = true,
        })!;
        return (await node.StandardOutput.ReadToEndAsync(Cancelled)).Trim();
    }
}
