using System.Diagnostics;
using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Local;

public sealed class EmulatorEntitiesTests
{
    /// <summary>Makes an empty table in the emulator's own store, mended or not.</summary>
    private const string Begins = """
        const [store, mend, mended] = process.argv.slice(1);
        const { createRequire } = await import('node:module');
        const Tables = createRequire(store)(store).default;
        if (mended === 'true') (await import(mend)).findByKeys(Tables);
        const tables = new Tables('tables', true);
        await tables.init();
        await tables.createTable({}, { account: 'a', table: 't' });

        """;

    /// <summary>Puts entities into one partition of the emulator's own store, finds one of them, and says which index that took, whether it was the right one, and whether what only looks like its key is found.</summary>
    private const string FindsOne = """
        const keys = ['01', '1', '1.0', 'a', 'A', ...Array.from({ length: 200 }, (_, number) => 'row-' + (number * 7919) % 200)];
        for (const RowKey of keys) await tables.insertTableEntity({}, 't', 'a', { PartitionKey: 'p', RowKey, properties: {} });
        const collection = tables.getEntityCollection('a', 't', {});
        const used = [];
        const range = collection.calculateRange;
        collection.calculateRange = function (operator, key, ...rest) { used.push(key); return range.call(this, operator, key, ...rest); };
        const find = async (row) => (await tables.queryTableEntitiesWithPartitionAndRowKey({}, 't', 'a', 'p', row))?.RowKey;
        const found = [];
        for (const key of keys) found.push(await find(key));
        console.log(`${[...new Set(used), 'found'][0]} ${found.join() === keys.join()} ${await find('001')}`);
        """;

    /// <summary>Merges a property into every second entity of the emulator's own store, replaces every fifth, deletes every seventh, and says whether merging moved an index, and whether each is found with what it should have, alone and among those of its partition.</summary>
    private const string MergesMany = """
        const numbers = Array.from({ length: 300 }, (_, number) => (number * 7919) % 300);
        const entity = (number, properties) => ({ PartitionKey: 'p' + number % 3, RowKey: String(number).padStart(3, '0'), eTag: 'e' + number, lastModifiedTime: 'now', properties });
        for (const number of numbers) await tables.insertTableEntity({}, 't', 'a', entity(number, { kept: number, changed: 0 }), '');
        const collection = tables.getEntityCollection('a', 't', {});
        let moved = 0;
        const put = collection.adaptiveBinaryIndexInsert;
        collection.adaptiveBinaryIndexInsert = function (...index) { moved++; return put.apply(this, index); };
        const merged = numbers.filter((number) => number % 2 === 0);
        for (const number of merged) await tables.mergeTableEntity({}, 't', 'a', entity(number, { changed: number }), 'e' + number, '');
        const movedByMerges = moved;
        for (const number of numbers.filter((number) => number % 5 === 0)) await tables.updateTableEntity({}, 't', 'a', entity(number, { kept: number, changed: 'all' }), '*', '');
        for (const number of numbers.filter((number) => number % 7 === 0)) { const { PartitionKey, RowKey } = entity(number); await tables.deleteTableEntity({}, 't', 'a', PartitionKey, RowKey, '*', ''); }
        await tables.insertTableEntity({}, 't', 'a', entity(301, { kept: 301, changed: 0 }), '');
        let wrong = 0;
        for (const number of [...numbers, 301]) {
          const { PartitionKey, RowKey } = entity(number);
          const found = await tables.queryTableEntitiesWithPartitionAndRowKey({}, 't', 'a', PartitionKey, RowKey);
          const expected = number % 7 === 0 && number !== 301 ? undefined : `${number} ${number % 5 === 0 ? 'all' : number % 2 === 0 ? number : 0}`;
          wrong += (found ? `${found.properties.kept} ${found.properties.changed}` : undefined) === expected ? 0 : 1;
        }
        const [listed] = await tables.queryTableEntities({}, 'a', 't', { filter: "PartitionKey eq 'p1'", top: 1000 });
        const rows = listed.map((found) => found.RowKey);
        const wanted = [...numbers.filter((number) => number % 3 === 1 && number % 7 !== 0), 301].map((number) => entity(number).RowKey).sort();
        console.log(`${movedByMerges > 0 ? 'an index' : 'no index'} ${wrong} ${rows.join() === wanted.join()}`);
        """;

    [Theory]
    [InlineData(true, "found true undefined")]
    [InlineData(false, "PartitionKey true undefined")]
    public async Task Finding_an_entity_takes_both_keys_at_once_in_the_mended_emulator_and_goes_through_the_partition_in_the_other(bool mended, string expected) =>
        Assert.Equal(expected, await RunAsync(FindsOne, mended));

    [Theory]
    [InlineData(true, "no index 0 true")]
    [InlineData(false, "an index 0 true")]
    public async Task Entities_that_are_merged_replaced_added_and_deleted_are_found_as_they_are_in_the_mended_emulator_and_in_the_other(bool mended, string expected) =>
        Assert.Equal(expected, await RunAsync(MergesMany, mended));

    private static async Task<string> RunAsync(string script, bool mended)
    {
        var cancelled = TestContext.Current.CancellationToken;
        var emulator = await AzuriteInstallation.FindOrInstallAsync(new ImmediateProgress(_ => { }), cancelled);
        var store = Path.Combine(Path.GetDirectoryName(emulator.Script)!, "table", "persistence", "LokiTableMetadataStore.js");
        var mend = new Uri(Path.Combine(Path.GetDirectoryName(emulator.Starter)!, "entities.mjs")).AbsoluteUri;
        var start = new ProcessStartInfo(emulator.Node, ["--input-type=module", "-e", Begins + script, store, mend, mended ? "true" : "false"]) { RedirectStandardOutput = true };
        using var node = Process.Start(start)!;

        var said = await node.StandardOutput.ReadToEndAsync(cancelled);
        await node.WaitForExitAsync(cancelled);
        return said.Trim();
    }
}
