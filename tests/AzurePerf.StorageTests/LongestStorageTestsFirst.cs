using AzurePerf.StorageTests.Databases;
using AzurePerf.Testing;
using Xunit;

[assembly: TestCollectionOrderer(typeof(AzurePerf.StorageTests.LongestStorageTestsFirst))]

namespace AzurePerf.StorageTests;

public sealed class LongestStorageTestsFirst() : LongestFirst(typeof(SqlProbeTests), typeof(PostgresWorkloadTests), typeof(SqlServerTests), typeof(SqlFailuresTests));
