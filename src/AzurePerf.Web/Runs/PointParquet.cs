using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports.Columns;
using AzurePerf.Core.Texts;
using Parquet;
using Parquet.Schema;

namespace AzurePerf.Web.Runs;

/// <summary>
/// The <see cref="PointColumns"/> of a run as a Parquet file. Unit and meaning of each column are metadata of its first chunk, and all
/// columns together are JSON under the key <see cref="ColumnsKey"/> of the file. Instants are UTC in microseconds, which every reader
/// takes.
/// </summary>
internal static class PointParquet
{
    /// <summary>As registered for Parquet.</summary>
    public const string ContentType = "application/vnd.apache.parquet";

    /// <summary>A list with name, type, unit and meaning of each column.</summary>
    public const string ColumnsKey = "azureperf.columns";

    /// <summary>Id of the run.</summary>
    public const string RunKey = "azureperf.run";

    /// <summary>Points in a row group. Of one column so many values are in memory at once.</summary>
    public const int RowsInGroup = 500;

    /// <param name="body">Gets the file from its beginning to its end; is only written, and never synchronously.</param>
    /// <param name="run">Whose points are written.</param>
    /// <param name="points">Of the run.</param>
    /// <param name="definition">Of its experiment; null where it is not known.</param>
    /// <param name="cancellationToken">Ends the writing, with half a file.</param>
    public static async Task WriteAsync(
        Stream body, RunResponse run, PointListResponse points, ExperimentDefinition? definition, CancellationToken cancellationToken)
    {
        var columns = PointColumns.Of(run, points, definition);
        var schema = new ParquetSchema([.. columns.Select(FieldOf)]);
        await using var output = new ForwardStream(body);
        await using var writer = await ParquetWriter.CreateAsync(schema, output, cancellationToken: cancellationToken);
        writer.CustomMetadata = new Dictionary<string, string>
        {
            [RunKey] = run.Id,
            [ColumnsKey] = JsonSerializer.Serialize(
                columns.Select(one => new { one.Name, Type = CamelCase.Of(one.Type), one.Unit, one.Meaning }), ApiJson.Options),
        };
        foreach (var (index, rows) in PointColumns.Rows(points).Chunk(RowsInGroup).Index())
        {
            using var group = writer.CreateRowGroup();
            foreach (var (column, field) in columns.Zip(schema.DataFields))
            {
                await WriteAsync(group, field, column, rows, index == 0 ? MetadataOf(column) : null, cancellationToken);
            }

            group.CompleteValidate();
        }
    }

    private static Field FieldOf(PointColumn column) => column.Type switch
    {
        ColumnType.Text => new DataField<string>(column.Name, true),
        ColumnType.Whole => new DataField<long>(column.Name, true),
        ColumnType.Number => new DataField<double>(column.Name, true),
        ColumnType.Truth => new DataField<bool>(column.Name, true),
        _ => new DateTimeDataField(column.Name, DateTimeFormat.Timestamp, isAdjustedToUTC: true, DateTimeTimeUnit.Micros, isNullable: true),
    };

    /// <summary>Once in a file: of the first row group.</summary>
    private static Dictionary<string, string> MetadataOf(PointColumn column) =>
        new() { ["unit"] = column.Unit, ["meaning"] = column.Meaning };

    private static Task WriteAsync(
        ParquetRowGroupWriter group,
        DataField field,
        PointColumn column,
        PointRow[] rows,
        Dictionary<string, string>? metadata,
        CancellationToken cancellationToken)
    {
        return column.Type switch
        {
            ColumnType.Text => StoreAsync(value => ((string)value).AsMemory()),
            ColumnType.Whole => StoreAsync(value => (long)value),
            ColumnType.Number => StoreAsync(value => (double)value),
            ColumnType.Truth => StoreAsync(value => (bool)value),
            _ => StoreAsync(value => ((DateTimeOffset)value).UtcDateTime),
        };

        Task StoreAsync<TValue>(Func<object, TValue> of) where TValue : struct
        {
            ReadOnlyMemory<TValue?> values = Array.ConvertAll(rows, row => column.Read(row) is { } value ? of(value) : default(TValue?));
            return group.WriteAsync(field, values, customMetadata: metadata, cancellationToken: cancellationToken);
        }
    }

    /// <summary>The writer flushes synchronously now and then, which the body of an answer refuses. It wants no other such call.</summary>
    private sealed class ForwardStream(Stream body) : Stream
    {
        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override void Flush()
        {
        }

        public override Task FlushAsync(CancellationToken cancellationToken) => body.FlushAsync(cancellationToken);

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
            WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            body.WriteAsync(buffer, cancellationToken);
    }
}
