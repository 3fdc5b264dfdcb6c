// Draws placeholders from ThumbHashes (https://evanw.github.io/thumbhash/, by Evan Wallace, MIT).

/**
 * @param {Uint8Array} hash
 * @returns {{width: number, height: number, pixels: Uint8ClampedArray}} The picture that the hash describes.
 */
export function picture(hash) {
    const head = hash[0] | hash[1] << 8 | hash[2] << 16;
    const tail = hash[3] | hash[4] << 8;
    const lightness = (head & 63) / 63;
    const yellowBlue = (head >> 6 & 63) / 31.5 - 1;
    const redGreen = (head >> 12 & 63) / 31.5 - 1;
    const hasAlpha = head >> 23 !== 0;
    const isLandscape = tail >> 15 !== 0;
    const columns = Math.max(3, isLandscape ? hasAlpha ? 5 : 7 : tail & 7);
    const rows = Math.max(3, isLandscape ? tail & 7 : hasAlpha ? 5 : 7);
    const alpha = hasAlpha ? (hash[5] & 15) / 15 : 1;
    let position = 0;
    const start = hasAlpha ? 6 : 5;
    const channel = (width, height, scale) => {
        const factors = [];
        for (let y = 0; y < height; y++) {
            for (let x = y ? 0 : 1; x * height < width * (height - y); x++) {
                const nibble = hash[start + (position >> 1)] >> ((position++ & 1) << 2) & 15;
                factors.push((nibble / 7.5 - 1) * scale);
            }
        }
        return factors;
    };
    const lightnesses = channel(columns, rows, (head >> 18 & 31) / 31);
    const yellows = channel(3, 3, (tail >> 3 & 63) / 63 * 1.25);
    const reds = channel(3, 3, (tail >> 9 & 63) / 63 * 1.25);
    const alphas = hasAlpha ? channel(5, 5, (hash[5] >> 4) / 15) : [];

    const ratio = columns / rows;
    const width = Math.round(ratio > 1 ? 32 : 32 * ratio);
    const height = Math.round(ratio > 1 ? 32 / ratio : 32);
    const pixels = new Uint8ClampedArray(width * height * 4);
    const waves = (count, position, length) =>
        Array.from({length: count}, (_, index) => Math.cos(Math.PI / length * (position + 0.5) * index));
    for (let y = 0, index = 0; y < height; y++) {
        const vertical = waves(Math.max(rows, 5), y, height);
        for (let x = 0; x < width; x++, index += 4) {
            const horizontal = waves(Math.max(columns, 5), x, width);
            const sum = (factors, width, height) => {
                let value = 0;
                for (let row = 0, next = 0; row < height; row++) {
                    for (let column = row ? 0 : 1; column * height < width * (height - row); column++) {
                        value += factors[next++] * horizontal[column] * vertical[row] * 2;
                    }
                }
                return value;
            };
            const l = lightness + sum(lightnesses, columns, rows);
            const p = yellowBlue + sum(yellows, 3, 3);
            const q = redGreen + sum(reds, 3, 3);
            const blue = l - 2 / 3 * p;
            const red = (3 * l - blue + q) / 2;
            pixels.set([red * 255, (red - q) * 255, blue * 255, (alpha + sum(alphas, 5, 5)) * 255], index);
        }
    }
    return {width, height, pixels};
}

/**
 * Paints the placeholder of a photo over its average colour.
 * @param {SVGElement} place
 */
export function paint(place) {
    const {width, height, pixels} = picture(Uint8Array.from(atob(place.dataset.hash), byte => byte.charCodeAt(0)));
    const canvas = document.createElement("canvas");
    Object.assign(canvas, {width, height, className: "placeholder"});
    canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
    place.after(canvas);
}
