using System.Diagnostics;
using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Local;

public sealed class EmulatorEntitiesTests
{
    /// <summary>Puts entities into one partition of the emulator's own store, finds one of them, and says which index that took, whether it was the right one, and whether what only looks like its key is found.</summary>
    private const string FindsOne = """
        const [store, mend, mended] = process.argv.slice(1);
        const { createRequire } = await import('node:module');
        const Tables = createRequire(store)(store).default;
        if (mended === 'true') (await import(mend)).findByRow(Tables);
        const tables = new Tables('tables', true);
        await tables.init();
        await tables.createTable({}, { account: 'a', table: 't' });
        const keys = ['01', '1', '1.0', 'a', 'A', ...Array.from({ length: 200 }, (_, number) => 'row-' + (number * 7919) % 200)];
        for (const RowKey of keys) await tables.insertTableEntity({}, 't', 'a', { PartitionKey: 'p', RowKey, properties: {} });
        const collection = tables.getEntityCollection('a', 't', {});
        const used = [];
        const range = collection.calculateRange;
        collection.calculateRange = function (operator, key, ...rest) { used.push(key); return range.call(this, operator, key, ...rest); };
        const find = async (row) => (await tables.queryTableEntitiesWithPartitionAndRowKey({}, 't', 'a', 'p', row))?.RowKey;
        const found = [];
        for (const key of keys) found.push(await find(key));
        console.log(`${[...new Set(used)]} ${found.join() === keys.join()} ${await find('001')}`);
        """;

    [Theory]
    [InlineData(true, "RowKey true undefined")]
    [InlineData(false, "PartitionKey true undefined")]
    public async Task Finding_an_entity_uses_the_index_of_rows_in_the_mended_emulator_and_goes_through_the_partition_in_the_other(bool mended, string expected)
    {
        var cancelled = TestContext.Current.CancellationToken;
        var emulator = await AzuriteInstallation.FindOrInstallAsync(new ImmediateProgress(_ => { }), cancelled);
        var store = Path.Combine(Path.GetDirectoryName(emulator.Script)!, "table", "persistence", "LokiTableMetadataStore.js");
        var mend = new Uri(Path.Combine(Path.GetDirectoryName(emulator.Starter)!, "entities.mjs")).AbsoluteUri;
        var start = new ProcessStartInfo(emulator.Node, ["--input-type=module", "-e", FindsOne, store, mend, mended ? "true" : "false"]) { RedirectStandardOutput = true };
        using var node = Process.Start(start)!;

        Assert.Equal(expected, (await node.StandardOutput.ReadToEndAsync(cancelled)).Trim());
        await node.WaitForExitAsync(cancelled);
    }
}
